import { create } from '@apm-js-collab/code-transformer';
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Changes the source of Express as tracers do. Import it before the recorder. */
const FILES = [
  { name: 'express', filePath: 'lib/router/layer.js', expressionName: 'handle_request' },
  { name: 'router', filePath: 'lib/layer.js', expressionName: 'handleRequest' },
];
const matcher = create(
  FILES.map(({ name, filePath, expressionName }) => ({
    channelName: 'handle',
    module: { name, versionRange: '>=1.0.0', filePath },
    functionQuery: { expressionName, kind: 'Callback' },
  })),
);
registerHooks({
  load(url, context, nextLoad) {
    const result = nextLoad(url, context);
    const file = FILES.find(({ filePath }) => url.endsWith(`/${filePath}`));
    const transformer = file && matcher.getTransformer(file.name, '4.0.0', file.filePath);
    if (transformer === undefined) return result;
    return { ...result, source: transformer.transform(readFileSync(fileURLToPath(url), 'utf8'), 'unknown').code };
  },
});
