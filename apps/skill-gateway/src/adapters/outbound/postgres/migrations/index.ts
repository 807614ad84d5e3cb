import type { Migration } from '@plinth/postgres';
import { registryAndInvocations } from './0001-registry-and-invocations';
import { erasures } from './0002-erasures';
import { usersFirst } from './0003-users-first';
import { registrationStates } from './0004-registration-states';
import { stagedRollouts } from './0005-staged-rollouts';
import { shadow } from './0006-shadow';
import { directCalls } from './0007-direct-calls';
import { attachments } from './0009-attachments';
import { rolloutChanges } from './0010-rollout-changes';

export const skillGatewayMigrations: readonly Migration[] = [
  registryAndInvocations,
  erasures,
  usersFirst,
  registrationStates,
  stagedRollouts,
  shadow,
  directCalls,
  attachments,
  rolloutChanges,
];
