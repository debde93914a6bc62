import { KeyAttempts } from './profiler-key.ts';
import { RECORD_HEADER, checkRecordHeader } from './record-header.ts';

/** What is read of a request to decide whether its client knows the key. */
export interface DemandingRequest {
  readonly headers: { get(name: string): string | undefined };
  /** The address of the client. */
  readonly ip: string;
}

/**
 * Returns a function that checks whether a request has a valid signed header that demands its recording. Without a key, no
 * header is valid.
 *
 * @param addressKey maps an address to the group whose forged headers are counted together
 */
export function createRecordDemand(
  key: string | undefined,
  addressKey: (address: string) => string,
): (request: DemandingRequest) => boolean {
  if (key === undefined || key === '') return () => false;
  const attempts = new KeyAttempts();
  // A request is checked several times, but its header is one attempt.
  const checked = new WeakMap<DemandingRequest, boolean>();
  return (request) => {
    const asked = request.headers.get(RECORD_HEADER);
    if (asked === undefined) return false;
    let isSigned = checked.get(request);
    if (isSigned === undefined) {
      const address = addressKey(request.ip);
      const verdict = attempts.secondsToWait(address) > 0 ? 'refused' : checkRecordHeader(asked, key);
      if (verdict === 'forged') attempts.fail(address);
      checked.set(request, (isSigned = verdict === 'valid'));
    }
    return isSigned;
  };
}
