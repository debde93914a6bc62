import { comparablePath } from '../../routing/request-path.ts';
import type { Collector } from '../collector.ts';
import type { RecordedCors } from 'oriel/recorder';

export interface CorsRules {
  ruleFor(path: string): { readonly described: Readonly<Record<string, string>> } | undefined;
}

/** Collects the CORS rule that applied to a cross-origin request. @param rules undefined for hosts without CORS */
export function corsCollector(rules: CorsRules | undefined): Collector {
  return {
    name: 'cors',
    collect({ context }): RecordedCors | undefined {
      const origin = context.headers.get('origin');
      if (origin === undefined || origin === context.origin) return undefined;
      return { configured: rules !== undefined, rule: rules?.ruleFor(comparablePath(context.path))?.described };
    },
  };
}
