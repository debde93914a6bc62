import type { Feature } from '../feature.ts';
import { CsrfGuard } from './csrf-guard.ts';
import { CsrfListener } from './csrf-listener.ts';
import { needsCsrf } from './needs-csrf.ts';
import type { CsrfSettings } from './needs-csrf.ts';

export const feature: Feature<CsrfSettings> = {
  name: 'csrf',
  create(settings) {
    const { origins, sessions } = settings;
    const config = sessions?.csrf;
    if (config === false || !needsCsrf(settings)) return {};
    return { listeners: { csrf: new CsrfListener(new CsrfGuard({ ...(origins && { origins }), ...config })) } };
  },
};
