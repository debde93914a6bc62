import type { ProfilerPages } from '../page-request.ts';
import { formatDateTime } from '../../render/format.ts';

/** Who can be asked what became of a token; without a queue and `whereIs` it is looked for from outside of the host. */
export type TokenSources = Pick<ProfilerPages, 'storage' | 'locateToken'> & Partial<Pick<ProfilerPages, 'queue'>>;

/** Why there is no profile of this name: the reason, where process and store can tell, else each that may be. */
export function findMissingReasons({ storage, queue, locateToken: whereIs }: TokenSources, token: string): string[] {
  if (token === 'latest' || token === 'empty')
    return ['nothing has been recorded; send a request to this host and look again'];
  if (!/^[0-9a-f]{6}$/.test(token)) return ['a token has six digits, 0–9 and a–f; nothing else was ever recorded'];
  const where = whereIs?.(token);
  if (where === 'running')
    return ['the request is still running, for a profile is kept after its last byte. Look again when it is over'];
  const since = storage.leasedSince?.(token);
  if (where === 'unused' || since === Infinity)
    return [
      'it never existed here: no request has had this token. It was mistyped, or belongs to another host or another store',
    ];
  const oldest = oldestOf(storage);
  const age = oldest && storage.leasedSince?.(oldest.token);
  // Pinned profiles stay, whatever comes; of the others the oldest go first.
  if (oldest !== undefined && since !== undefined && age !== undefined && age < since && age < Infinity)
    return [
      `it was removed, to make room or because somebody cleared the list: its token is older than that of the oldest profile that is kept, which is from ${formatDateTime(oldest.time)}${where === 'given' ? '' : '. Unless another process is still answering that request: then its profile comes when it is over'}`,
    ];
  const waiting = queue?.waiting ?? 0;
  if (where === 'given' && waiting > 0 && queue?.health.dropped === 0)
    return [`it waits to be written, one of ${waiting}. Look again in a moment`];
  return [
    `the request is still running, for a profile is kept after its last byte${waiting > 0 ? `; ${waiting} wait to be written right now` : ''}. Look again in a moment`,
    `it has expired to make room${oldest ? `: the oldest that is kept is from ${formatDateTime(oldest.time)}` : ', or somebody cleared the list'}`,
    'it never existed here: the token was mistyped, or it belongs to another host or another store',
  ];
}

type Storage = ProfilerPages['storage'];

function oldestOf(storage: Storage): ReturnType<Storage['find']>['rows'][number] | undefined {
  const [oldest] = storage.find({
    terms: [{ field: 'pinned', operator: 'is', value: true, negated: true }],
    sort: { by: 'time', descending: false },
    limit: 1,
    cursor: undefined,
  }).rows;
  return oldest;
}
