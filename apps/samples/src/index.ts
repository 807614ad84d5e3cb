export { customerServiceFolder } from './sample-folder';
export { startSamples, type SamplesOptions } from './start-samples';
