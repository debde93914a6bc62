import { fileURLToPath } from 'node:url';
import { defineHost } from 'oriel-host';
import { createClinic } from './clinic.ts';
import { openDatabase } from './database.ts';

const { DATABASE_URL, ORIEL_MODE, CLINIC_WEBHOOK_URL: url, CLINIC_WEBHOOK_SECRET: secret } = process.env;
const file = fileURLToPath(new URL('../../var/clinic/clinic.sqlite', import.meta.url));

/** The host that `npm run clinic` serves. */
export default defineHost(
  await createClinic({
    main: openDatabase(DATABASE_URL || file),
    demo: ORIEL_MODE === 'development',
    subscribers: url && secret ? { webhook: { url, secret } } : {},
  }),
);
