import { PEERS } from '../../peer-packages.ts';

// Imported first, because the other modules may fail with another version.
PEERS.checkVersion('drizzle-orm', 'oriel-host/drizzle');
