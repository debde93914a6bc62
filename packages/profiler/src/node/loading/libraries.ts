import { ioredisLibrary } from '../drivers/ioredis.ts';
import { mongodbLibrary } from '../drivers/mongodb.ts';
import { nodeRedisLibrary } from '../drivers/node-redis.ts';
import { SQL_LIBRARIES } from '../drivers/sql-libraries.ts';
import { FRAMEWORK_LIBRARIES } from '../frameworks/framework-libraries.ts';
import { bullmqQueueLibrary, bullmqWorkerLibrary } from '../jobs/bullmq.ts';
import { nodemailerLibrary } from '../jobs/nodemailer.ts';
import { bunyanLibrary } from '../loggers/bunyan.ts';
import { pinoLibrary } from '../loggers/pino.ts';
import { winstonLibrary } from '../loggers/winston.ts';
import { PASSWORD_LIBRARIES } from '../work/password-libraries.ts';
import { QUEUE_LIBRARIES } from '../work/queue-libraries.ts';
import type { LibraryWatch } from './library-watch.ts';

/** The libraries that are watched by a line appended to one of their files. */
export const LIBRARIES: readonly LibraryWatch[] = [
  ...FRAMEWORK_LIBRARIES,
  ...SQL_LIBRARIES,
  mongodbLibrary,
  nodeRedisLibrary,
  ioredisLibrary,
  bullmqQueueLibrary,
  bullmqWorkerLibrary,
  nodemailerLibrary,
  ...PASSWORD_LIBRARIES,
  ...QUEUE_LIBRARIES,
  pinoLibrary,
  winstonLibrary,
  bunyanLibrary,
];
