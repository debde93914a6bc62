/**
 * The faults of the planted API, by number. The API without a fault matches its document. They were planted before the
 * fuzzer existed, and each is at one place of `books.ts`, `notes.ts`, `files.ts` or `server.ts`.
 */
export const FAULTS = {
  1: 'an empty title filter is a 500',
  2: 'a page beyond 2^31 is a 500',
  3: 'a negative page is a 400 that contains SQL',
  4: 'a title with a lone surrogate is a 500',
  5: 'a query parameter that is sent twice is a 500',
  6: 'a patch with a list as the title is a 500',
  7: 'null as the address of the publisher is a 500',
  8: 'a description of more than 5,000 characters is a 500 in PUT only',
  9: 'a report of 29 February is a 500',
  10: 'the total of a list is text on the second page in descending order',
  11: 'a second DELETE is a 410, which is not documented',
  12: 'a created book with tags has no Location',
  13: 'malformed JSON is rejected with HTML',
  14: 'a patch with a currency may have a negative price',
  15: 'reading a deleted note is a 500',
  16: 'a deleted book can still be read if it was read before',
  17: 'a filter with two equal tags never gets a response',
  18: 'the name of a download is sent as raw header text',
  19: 'a patch of the price does not change the entity tag',
  20: 'a note can be changed without authentication',
  21: 'the link to the next page is not encoded',
  22: 'a note can be read by other users',
  23: 'HEAD of a missing book is a 200',
  24: 'reading a note changes it',
} as const;

export type Fault = keyof typeof FAULTS;

/** The numbers of all faults. */
export const FAULT_NUMBERS = Object.keys(FAULTS).map(Number) as Fault[];
