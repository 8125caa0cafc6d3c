// A drawing that can be dragged and enlarged.

/** Let a reader move and scale `view` (a group) inside `frame` (an svg). Returns what moves it from elsewhere. */
export function zoomable(frame, view) {
  const at = {x: 0, y: 0, scale: 1};
  const apply = () => view.setAttribute("transform", `translate(${at.x} ${at.y}) scale(${at.scale})`);
  const zoom = (factor, x, y) => {
    const scale = Math.min(4, Math.max(0.05, at.scale * factor));
    at.x = x - ((x - at.x) * scale) / at.scale;
    at.y = y - ((y - at.y) * scale) / at.scale;
    at.scale = scale;
    apply();
  };
  const middle = () => [frame.clientWidth / 2, frame.clientHeight / 2];
  frame.addEventListener("wheel", (event) => {
    event.preventDefault();
    const box = frame.getBoundingClientRect();
    zoom(Math.exp(-event.deltaY / 400), event.clientX - box.left, event.clientY - box.top);
  }, {passive: false});
  frame.addEventListener("pointerdown", (event) => {
    if (event.button || event.target.closest("[role=button]")) return;
    const start = {x: event.clientX - at.x, y: event.clientY - at.y};
    const move = (moved) => {
      [at.x, at.y] = [moved.clientX - start.x, moved.clientY - start.y];
      apply();
    };
    frame.setPointerCapture(event.pointerId);
    frame.addEventListener("pointermove", move);
    frame.addEventListener("pointerup", () => frame.removeEventListener("pointermove", move), {once: true});
  });
  return {
    zoom: (factor) => zoom(factor, ...middle()),
    /** Show all of a drawing of this size, at most as large as it is. */
    fit: (width, height) => {
      at.scale = Math.min(1, frame.clientWidth / width, frame.clientHeight / height) || 1;
      at.x = (frame.clientWidth - width * at.scale) / 2;
      at.y = Math.max(0, (frame.clientHeight - height * at.scale) / 2);
      apply();
    },
    scale: () => at.scale,
    /** Bring a point of the drawing into the middle, at least at this scale. */
    centre: (x, y, scale) => {
      at.scale = Math.max(at.scale, scale);
      [at.x, at.y] = [frame.clientWidth / 2 - x * at.scale, frame.clientHeight / 2 - y * at.scale];
      apply();
    },
  };
}
