export { samplesConfig } from './config';
export { startSamples } from './start-samples';
