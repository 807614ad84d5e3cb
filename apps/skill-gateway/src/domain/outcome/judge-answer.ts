import type { SkillManifest } from '@plinth/contracts';
import type { SkillContract } from '../contract/skill-contract';
import { storableText } from '../contract/storable-text';
import { unstorableAt } from '../contract/text-faults';
import { MAX_FIELD_LENGTH } from '../contract/violation';
import { isJsonObject } from './json-object';
import type { ProviderAnswer, ProviderError, ProviderRefusal } from './provider-answer';
import { missingKeyField } from './missing-key-field';
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
      return judgeRefusal(manifest, answer);
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
    case 'cut_short':
      return unheard(
        manifest,
        'deadline_exceeded',
        'The time that the caller gave ended before the provider answered.',
      );
    case 'cancelled':
      return { ...unheard(manifest, 'cancelled', 'Its caller went away.'), repeatable: false };
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
  const fault = unstorableAt(receipt);
  if (fault) return breach(manifest, 'The receipt cannot be stored.', fault.field, fault.rule);
  const keyField = acts(manifest) ? missingKeyField(manifest, result) : undefined;
  if (keyField !== undefined)
    return breach(manifest, 'The result lacks a declared key field.', keyField, 'key_field_missing');
  if (!manifest.receipt) return { kind: 'succeeded', result, receipt: undefined };
  const proof = readReceipt(manifest.receipt.fields, isJsonObject(receipt) ? receipt : result);
  if ('missing' in proof) return breach(manifest, 'The result lacks its receipt.', proof.missing, 'receipt_missing');
  return { kind: 'succeeded', result, receipt: proof.receipt };
}

/** A counted fault of the provider. It said that it did something, so an effect may have happened. */
function breach(manifest: SkillManifest, message: string, field: string, rule: string): Failure {
  return failure(acts(manifest) ? 'unknown' : 'failed', 'invalid_output', message, { field, rule });
}

function judgeRefusal(manifest: SkillManifest, { reason, answeredWith, error }: ProviderRefusal): Verdict {
  const declared = manifest.errors.find(({ code }) => code === error?.code);
  const answered = `The provider answered with ${answeredWith}`;
  const message = storableText(error?.message ?? '', MAX_MESSAGE_LENGTH) || `${answered}.`;
  const undeclared = `${answered} and no error of its contract.`;
  if (declared)
    return failure('failed', declared.code, message, { repeatable: declared.retryable && mayBeAskedAgain(manifest) });
  if (error?.code === 'invalid_output') {
    const { field = '', rule = 'invalid' } = told(error);
    return breach(manifest, message, field, rule);
  }
  switch (reason) {
    case 'invalid_arguments':
      return failure('not_executed', 'invalid_arguments', message, error && told(error));
    case 'absent':
      return failure('not_executed', 'unknown_skill', 'The provider no longer serves this version.');
    case 'overloaded':
      return failure('not_executed', 'provider_overloaded', 'The provider takes no more calls at the moment.', {
        repeatable: mayBeAskedAgain(manifest),
      });
    case 'unavailable':
      return unheard(manifest, 'provider_unreachable', `${answered}.`);
    case 'rejected':
      return failure('failed', 'provider_fault', undeclared);
    case 'broke':
      return failure(acts(manifest) ? 'unknown' : 'failed', 'provider_fault', undeclared);
  }
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
