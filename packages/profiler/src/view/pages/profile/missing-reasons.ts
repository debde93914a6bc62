import type { ProfileSummary } from '../../../profile/profile.ts';
import { describeKeepRules } from '../keep-rules.ts';
import type { ProfilerPages } from '../page-request.ts';
import { formatDateTime } from '../../render/format.ts';

/** Sources for the state of a token. The command line has only the storage. */
export type TokenSources = Pick<ProfilerPages, 'storage' | 'locateToken'> & Partial<Pick<ProfilerPages, 'queue'>>;

/** Returns why there is no profile with a token: the reason if process and store can determine it, else all possible reasons. */
export async function findMissingReasons(
  { storage, queue, locateToken: whereIs }: TokenSources,
  token: string,
): Promise<string[]> {
  if (token === 'latest' || token === 'empty')
    return ['no request has been recorded yet; send a request to this host and reload'];
  if (!/^[0-9a-f]{6}$/.test(token)) return ['it is not a valid token; a token has six hexadecimal digits, 0–9 and a–f'];
  const state = whereIs?.(token);
  if (state === 'running')
    return ['the request is still running; its profile is stored after the last byte. Reload when it has finished'];
  if (state === 'not-kept') return ['its profile was not kept: no search of the keep rule matches it'];
  if (state === 'over-limit') return ['its profile was not kept: the limit of profiles per minute was reached'];
  const since = await storage.leasedSince?.(token);
  if (state === 'unused' || since === Infinity)
    return [
      'it never existed here: no request has had this token. It was mistyped, or belongs to another host or store',
    ];
  const oldest = await findOldest(storage);
  const age = oldest && (await storage.leasedSince?.(oldest.token));
  // Pinned profiles are never removed; of the others the oldest are removed first.
  if (oldest !== undefined && since !== undefined && age !== undefined && age < since && age < Infinity)
    return [
      `it was removed, because the store was full or profiles were deleted: its token is older than the oldest stored profile, which is from ${formatDateTime(oldest.time)}${state === 'given' ? '' : '. If another process is still handling the request, its profile is stored when the request has finished'}`,
    ];
  const waiting = queue?.waiting ?? 0;
  if (state === 'given' && waiting > 0 && queue?.health.dropped === 0)
    return [
      `it is waiting to be written, with ${waiting} ${waiting === 1 ? 'profile' : 'profiles'} in the queue. Reload in a moment`,
    ];
  return [
    `the request is still running; its profile is stored after the last byte${waiting > 0 ? `, and ${waiting} ${waiting === 1 ? 'profile is' : 'profiles are'} waiting to be written` : ''}. Reload in a moment`,
    ...(await describeKeepRules(storage)).map((rule) => `its profile was not kept: ${rule}`),
    `it was removed${oldest ? ` because the store was full: the oldest stored profile is from ${formatDateTime(oldest.time)}` : ', because the store was full or profiles were deleted'}`,
    'it never existed here: the token was mistyped, or belongs to another host or store',
  ];
}

async function findOldest(storage: ProfilerPages['storage']): Promise<ProfileSummary | undefined> {
  const { rows } = await storage.find({
    terms: [{ field: 'pinned', operator: 'is', value: true, negated: true }],
    sort: { by: 'time', descending: false },
    limit: 1,
    cursor: undefined,
  });
  return rows[0];
}
