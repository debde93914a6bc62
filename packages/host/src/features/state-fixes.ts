/** The setting that shares sessions, limits and the hub, for the fixes of issues. */
export const STATE_REDIS = "state: { redis: process.env['REDIS_URL'] }";

/** The setting that shares idempotency keys, for the fixes of issues. */
export const STATE_DATABASE = "state: { database: process.env['DATABASE_URL'] }";
