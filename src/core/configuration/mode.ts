/** Development shows details of errors and has a profiler by default; production does not. */
export type Mode = 'development' | 'production';
