import { RECORD_HEADER, checkRecordHeader } from './record-header.ts';

/** What is read of a request to decide whether its client knows the key. */
export interface DemandingRequest {
  readonly headers: { get(name: string): string | undefined };
}

/**
 * Returns a function that checks whether a request has a valid signed header that demands its recording. Without a key, no
 * header is valid.
 */
export function createRecordDemand(key: string | undefined): (request: DemandingRequest) => boolean {
  if (key === undefined || key === '') return () => false;
  // A request is checked several times.
  const checked = new WeakMap<DemandingRequest, boolean>();
  return (request) => {
    const asked = request.headers.get(RECORD_HEADER);
    if (asked === undefined) return false;
    let isSigned = checked.get(request);
    if (isSigned === undefined) checked.set(request, (isSigned = checkRecordHeader(asked, key) === 'valid'));
    return isSigned;
  };
}
