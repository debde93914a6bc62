import { MemoryProfileStorage } from './memory-profile-storage.ts';
import { profileStorageContract } from '../../../../../test/contracts/profile-storage.ts';

profileStorageContract('profiles in memory', (caps) => new MemoryProfileStorage(caps));
