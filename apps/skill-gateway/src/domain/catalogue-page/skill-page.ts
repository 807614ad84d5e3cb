import type { Language, SkillManifest } from '@plinth/contracts';
import { callExamples } from './call-examples';
import { markup, type Html } from './html';
import { code, page, table } from './page';
import { pageWords, type PageWords } from './page-words';
import { schemaRows, type SchemaObject } from './schema-rows';
import type { KeptOut, PageLinks, SkillEntry, VersionEntry } from './skill-entry';

/** All that is known of one skill, its newest version in full. */
export function skillPage(entry: SkillEntry, language: Language, links: PageLinks): string {
  const words = pageWords(language);
  const [newest] = entry.versions;
  const body = markup`<p><a href="${links.list}">${words.back}</a></p><h1>${entry.name}</h1>
${newest && contractPart(newest, words)}
${versionsPart(entry, words)}
${rolloutPart(entry, words)}
${newest && examplesPart(newest.manifest, words)}`;
  return page(language, entry.name, body);
}

function contractPart({ manifest, mark }: VersionEntry, words: PageWords): Html {
  const { description, trigger, effect, confirmation_required, idempotency, shadow, timeout_ms } = manifest;
  const { receipt, key_fields, errors, input_schema, output_schema } = manifest;
  const facts: (readonly [string, string])[] = [
    [words.trigger, trigger],
    [words.effect, words.effects[effect]],
    [words.confirmation, confirmation_required ? words.yes : words.no],
    [words.idempotency, idempotency === 'key' ? words.keyed : words.unkeyed],
    [words.receipt, receipt?.fields.join(', ') ?? words.none],
    [words.keyFields, key_fields.length > 0 ? key_fields.join(', ') : words.none],
    [words.shadow, shadow],
    [words.timeout, `${timeout_ms} ms`],
  ];
  if (mark.origin) facts.push([words.origin, `${mark.origin.namespace}: ${mark.origin.name}`]);
  return markup`<p>${description}</p>
<dl>${facts.map(([term, said]) => markup`<dt>${term}</dt><dd>${said}</dd>`)}</dl>
${schemaPart(words.input, input_schema, words)}
${schemaPart(words.output, output_schema, words)}
<h2>${words.errors}</h2>${
    errors.length === 0
      ? markup`<p>${words.none}</p>`
      : table(
          [words.code, words.retryable, words.description],
          errors.map((error) => [error.code, error.retryable ? words.yes : words.no, error.description]),
        )
  }`;
}

function schemaPart(title: string, schema: SchemaObject, words: PageWords): Html {
  const rows = schemaRows(schema);
  const fields = rows.map(({ field, type, required, description, rules }) => [
    ...[field, type, required ? words.yes : words.no],
    ...[description, rules],
  ]);
  const heads = [words.field, words.type, words.required, words.description, words.rules];
  return markup`<h2>${title}</h2>${rows.length > 0 ? table(heads, fields) : markup`<p>${words.noFields}</p>`}
<details><summary>${words.schema}</summary>${code(JSON.stringify(schema, null, 2))}</details>`;
}

function versionsPart({ versions, keptOut }: SkillEntry, words: PageWords): Html {
  const registered = versions.map(({ manifest, mark, measured }) => [
    manifest.version,
    words.states[mark.state],
    `${manifest.sla.p95_ms} ms`,
    measured?.p95Ms === undefined
      ? words.noData
      : `${Math.round(measured.p95Ms * 10) / 10} ms (${measured.calls} ${words.calls})`,
  ]);
  const out = keptOut.map(({ version, faults }) => [version, reasons({ faults }, words), '', '']);
  const heads = [words.version, words.state, words.sla, words.measured];
  return markup`<h2>${words.versions}</h2>${table(heads, [...registered, ...out])}`;
}

const reasons = ({ faults }: Pick<KeptOut, 'faults'>, words: PageWords): Html =>
  markup`${words.states.quarantined}. ${words.reasons}:<ul>${faults.map(
    ({ at, rule, reason }) => markup`<li>${at} (${rule}): ${reason}</li>`,
  )}</ul>`;

function rolloutPart({ name, rollout }: SkillEntry, words: PageWords): Html | undefined {
  if (!rollout) return undefined;
  const { baseline, candidate, status, stage, plan } = rollout;
  const standing = [
    [words.state, words.statuses[status]],
    [words.baseline, baseline],
    ...(candidate === undefined ? [] : [[words.candidate, candidate]]),
    ...(status === 'idle' ? [] : [[words.stage, plan.stages[stage]?.name ?? '']]),
  ] as const;
  const at = `/v1/rollouts/${encodeURIComponent(name)}`;
  return markup`<h2>${words.rollout}</h2>
<dl>${standing.map(([term = '', said = '']) => markup`<dt>${term}</dt><dd>${said}</dd>`)}</dl>
<p><a href="${at}/history">${words.history}</a>${
    candidate === undefined ? undefined : markup` <a href="${at}/report?format=svg">${words.report}</a>`
  }</p>`;
}

function examplesPart(manifest: SkillManifest, words: PageWords): Html {
  const { curl, grpc, mcp } = callExamples(manifest);
  const examples = manifest.examples ?? [];
  const shown = examples.map((example) => code(JSON.stringify(example, null, 2)));
  return markup`${examples.length > 0 ? markup`<h2>${words.examples}</h2>${shown}` : undefined}
<h2>${words.call}</h2><h3>curl</h3>${code(curl)}<h3>gRPC</h3>${code(grpc)}<h3>MCP</h3>${code(mcp)}`;
}
