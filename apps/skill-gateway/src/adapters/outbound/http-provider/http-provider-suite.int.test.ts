import { describeSkillProvider } from '../../../ports/skill-provider.contract';
import { openHttpStage } from './http-provider.stage';

describeSkillProvider('HTTP', openHttpStage);
