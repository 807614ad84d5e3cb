export { Doorbell } from './doorbell';
export { type HashFields, HotStore, VERSION_FIELD } from './hot-store';
export { InProcessDoorbell } from './in-process-doorbell';
export { InProcessHotStore } from './in-process-hot-store';
export { RedisDoorbell } from './redis-doorbell';
export { RedisHotStore } from './redis-hot-store';
export { sessionKey } from './session-key';
