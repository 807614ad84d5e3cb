import type { SkillManifest } from '@plinth/contracts';
import type { SkillContract } from '../contract/skill-contract';
import { storableText } from '../contract/storable-text';
import { textFaultAt } from '../contract/text-faults';
import { MAX_FIELD_LENGTH } from '../contract/violation';
import { isJsonObject } from './json-object';
import type { ProviderAnswer, ProviderError } from './provider-answer';
import { readReceipt } from './read-receipt';
import { failure, type Failure, type FailureDetail, type Verdict } from './verdict';

const MAX_MESSAGE_LENGTH = 500;
const MAX_RULE_LENGTH = 100;

/**
 * Judges one answer (S3, S6, S16). Of a skill with effects a success is only what its schema and its receipt prove; whatever
 * may have acted without proof is `unknown`. What has not acted, or honours keys, may be asked again; a provider that ignores
 * keys never is once it may have seen the request.
 */
export function judgeAnswer(contract: SkillContract, answer: ProviderAnswer): Verdict {
  const { manifest } = contract;
  switch (answer.kind) {
    case 'answered':
      return judgeResult(contract, answer.result, answer.receipt);
    case 'refused':
      return judgeRefusal(manifest, answer.status, answer.error);
    case 'garbled':
      return breach(manifest, 'The provider answered in a form that cannot be read.', '', answer.rule);
    case 'not_sent':
      return failure('not_executed', 'provider_unreachable', 'The provider of the skill cannot be reached.', {
        repeatable: true,
      });
    case 'broken':
      return unheard(manifest, 'provider_unreachable', 'The connection to the provider broke before it had answered.');
    case 'timeout':
      return unheard(manifest, 'timeout', 'The provider did not answer in time.');
  }
}

function judgeResult(contract: SkillContract, result: unknown, receipt: unknown): Verdict {
  const { manifest } = contract;
  const violation = contract.checkResult(result);
  if (violation || !isJsonObject(result))
    return breach(
      manifest,
      'The result breaks the output schema of the skill.',
      violation?.field ?? '',
      violation?.rule ?? 'type',
    );
  const fault = textFaultAt(receipt);
  if (fault) return breach(manifest, 'The receipt cannot be stored.', fault.field, fault.rule);
  if (!manifest.receipt) return { kind: 'succeeded', result, receipt: undefined };
  const proof = readReceipt(manifest.receipt.fields, isJsonObject(receipt) ? receipt : result);
  if ('missing' in proof) return breach(manifest, 'The result lacks its receipt.', proof.missing, 'receipt_missing');
  return { kind: 'succeeded', result, receipt: proof.receipt };
}

/** A counted fault of the provider. It said that it did something, so an effect may have happened. */
function breach(manifest: SkillManifest, message: string, field: string, rule: string): Failure {
  return failure(acts(manifest) ? 'unknown' : 'failed', 'invalid_output', message, { field, rule });
}

function judgeRefusal(manifest: SkillManifest, status: number, error: ProviderError | undefined): Verdict {
  const declared = manifest.errors.find(({ code }) => code === error?.code);
  const message =
    storableText(error?.message ?? '', MAX_MESSAGE_LENGTH) || `The provider answered with status ${status}.`;
  if (declared)
    return failure('failed', declared.code, message, { repeatable: declared.retryable && mayBeAskedAgain(manifest) });
  if (error?.code === 'invalid_arguments' && status === 422)
    return failure('not_executed', 'invalid_arguments', message, told(error));
  if (error?.code === 'invalid_output') {
    const { field = '', rule = 'invalid' } = told(error);
    return breach(manifest, message, field, rule);
  }
  if (status === 404) return failure('not_executed', 'unknown_skill', 'The provider no longer serves this version.');
  if (status === 429)
    return failure('not_executed', 'provider_overloaded', 'The provider takes no more calls at the moment.', {
      repeatable: mayBeAskedAgain(manifest),
    });
  if (status === 408 || status === 502 || status === 503 || status === 504)
    return unheard(manifest, 'provider_unreachable', `The provider answered with status ${status}.`);
  const refusedUndone = status >= 400 && status < 500;
  return failure(
    acts(manifest) && !refusedUndone ? 'unknown' : 'failed',
    'provider_fault',
    `The provider answered with status ${status} and no error of its contract.`,
  );
}

/** Nobody knows whether the request was worked on. */
function unheard(manifest: SkillManifest, code: string, message: string): Failure {
  if (!acts(manifest)) return failure('failed', code, message, { repeatable: true });
  return failure('unknown', 'outcome_unknown', `${message} Whether it has acted is not known.`, {
    repeatable: mayBeAskedAgain(manifest),
  });
}

function told({ field, rule }: ProviderError): FailureDetail {
  return {
    field: field === undefined ? undefined : storableText(field, MAX_FIELD_LENGTH),
    rule: rule === undefined ? undefined : storableText(rule, MAX_RULE_LENGTH),
  };
}

const acts = ({ effect }: SkillManifest): boolean => effect !== 'read';
const mayBeAskedAgain = (manifest: SkillManifest): boolean => !acts(manifest) || manifest.idempotency === 'key';
