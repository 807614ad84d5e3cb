import { describeChangedMind } from '../conversations/changed-mind.contract';
import { describeCustomerService } from '../conversations/customer-service.contract';
import { describeDocuments } from '../conversations/documents.contract';
import { describeEnglishService } from '../conversations/english.contract';
import { describeExplainedDecision } from '../conversations/explained-decision.contract';
import { describeKnownPeople } from '../conversations/known-people.contract';
import { describeMemoryPreview } from '../conversations/memory-preview.contract';
import { describeShownHabits } from '../conversations/shown-habits.contract';
import type { Stage } from '../conversations/stage';
import { EmbeddedHome } from './embedded-home';

jest.setTimeout(60_000);

describe('X3 O10: one process, without servers and without a model', () => {
  let home: EmbeddedHome;
  const stage = (): Stage => ({ turns: home.client, memory: home.client, dataDir: home.dataDir });

  beforeAll(async () => {
    home = await EmbeddedHome.started();
  }, 120_000);
  afterAll(() => home.remove());

  describeCustomerService(stage);
  describeEnglishService(stage);
  describeChangedMind(stage);
  describeExplainedDecision(stage);
  describeKnownPeople(stage);
  describeMemoryPreview(stage);
  describeShownHabits(stage);
  describeDocuments(stage);
});
