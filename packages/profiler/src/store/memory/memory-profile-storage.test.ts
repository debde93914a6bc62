import { MemoryProfileStorage } from './memory-profile-storage.ts';
import { profileStorageContract } from '../profile-storage.contract.ts';

profileStorageContract('profiles in memory', (caps) => new MemoryProfileStorage(caps));
