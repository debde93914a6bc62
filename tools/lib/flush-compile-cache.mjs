import { flushCompileCache } from 'node:module';

setTimeout(() => flushCompileCache(), 2000).unref();
