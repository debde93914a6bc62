import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Changes the source of Express so that its lines are not recognised. Import it before the recorder. */
registerHooks({
  load(url, context, nextLoad) {
    const result = nextLoad(url, context);
    if (!url.endsWith('/lib/router/layer.js')) return result;
    const source = readFileSync(fileURLToPath(url), 'utf8');
    return { ...result, source: source.replaceAll('var fn = this.handle;', 'var fn = (0, this.handle);') };
  },
});
