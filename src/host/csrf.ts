import { CsrfListener } from '../listeners/session/index.ts';
import { CsrfGuard } from '../visitor/session/index.ts';
import type { HostConfig } from './config.ts';
import type { PipelineParts } from './pipeline.ts';

/** What asks unsafe requests for a proof; loaded only by hosts that a browser can vouch to by itself. */
export function createCsrf({ origins, sessions }: HostConfig): PipelineParts {
  const config = sessions?.csrf;
  return config === false ? {} : { csrf: new CsrfListener(new CsrfGuard({ ...(origins && { origins }), ...config })) };
}
