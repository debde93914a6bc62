import { didYouMean } from '../http/did-you-mean.ts';
import { issue } from './config-issue.ts';
import type { ConfigIssue } from './config-issue.ts';

/** Reports the unknown keys of an object, each with the known key that is most similar. */
export function* validateUnknownKeys(object: object, known: readonly string[], prefix: string): Generator<ConfigIssue> {
  for (const key of Object.keys(object)) {
    if (known.includes(key)) continue;
    const meant = didYouMean(key, known);
    yield issue(
      'ORIEL_CONFIG_KEY',
      prefix + key,
      `"${key}" is not a setting`,
      meant ? `Did you mean "${meant}"?` : `Known are ${known.join(', ')}`,
    );
  }
}
