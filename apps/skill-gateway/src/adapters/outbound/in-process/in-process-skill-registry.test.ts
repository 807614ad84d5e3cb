import { skillRegistryContract } from '../../../ports/skill-registry.contract';
import { InProcessSkillRegistry } from './in-process-skill-registry';

describe('InProcessSkillRegistry', () => {
  skillRegistryContract(() => new InProcessSkillRegistry());
});
