const slash = 0x2f;

/** Without the slashes at its end; a path of slashes alone is `/`. */
export function trimSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path.charCodeAt(end - 1) === slash) end--;
  return end === path.length ? path : end === 0 ? '/' : path.slice(0, end);
}
