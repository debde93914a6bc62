import { PEERS } from '../../peer-packages.ts';

// Imported first, because the other modules may fail with another version.
PEERS.checkVersion('kysely', 'oriel-host/kysely');
