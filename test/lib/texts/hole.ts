/** Stands in a text for what varies. */
export const HOLE = '\0';
