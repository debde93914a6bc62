/** Sentry as its documentation sets it up. Every request is traced and sent to the address in `SENTRY_DSN`. */
import * as Sentry from '@sentry/node';

Sentry.init({ dsn: process.env.SENTRY_DSN, tracesSampleRate: 1 });
