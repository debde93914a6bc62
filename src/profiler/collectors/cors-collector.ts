import type { Collector } from '../collector.ts';
import type { RecordedCors } from '../profile.ts';
import { comparablePath } from '../../core/routing/path-decoding.ts';
import type { CorsPolicy } from '../../features/cors/cors-policy.ts';

/** The rule that held for a page of another origin. What it came to stands among the decisions and the headers. */
export function corsCollector(policy: CorsPolicy | undefined): Collector {
  return {
    name: 'cors',
    collect({ context }): RecordedCors | undefined {
      const origin = context.headers.get('origin');
      if (origin === undefined || origin === context.origin) return undefined;
      return { configured: policy !== undefined, rule: policy?.ruleFor(comparablePath(context.path))?.described };
    },
  };
}
