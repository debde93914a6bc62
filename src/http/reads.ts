/** Methods that ask for what is there: HEAD and QUERY read what GET reads. */
export const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'QUERY']);
