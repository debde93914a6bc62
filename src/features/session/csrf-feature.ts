import { CsrfListener } from './csrf-listener.ts';
import { CsrfGuard } from './csrf-guard.ts';
import type { HostConfig } from '../../host/config.ts';
import type { PipelineParts } from '../../host/pipeline.ts';

/** What asks unsafe requests for a proof; loaded only by hosts that a browser can vouch to by itself. */
export function createCsrf({ origins, sessions }: HostConfig): PipelineParts {
  const config = sessions?.csrf;
  return config === false ? {} : { csrf: new CsrfListener(new CsrfGuard({ ...(origins && { origins }), ...config })) };
}
