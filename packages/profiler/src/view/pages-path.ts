/** The path of the profiler's pages, unless an application serves them at another one. */
export const PAGES_PATH = '/_profiler';
