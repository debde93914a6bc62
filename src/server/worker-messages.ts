/** What a primary tells its workers. Names of our own, since an application may send messages, too. */
export const DRAIN = 'oriel:drain';
export const EXIT = 'oriel:exit';
