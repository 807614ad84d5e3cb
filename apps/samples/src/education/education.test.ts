import { assertSkill, invokeForTest, type Skill, type TestCall } from '@plinth/skill-kit';
import { courseOf } from './school/course';
import { loadCourse } from './school/load-course';
import { educationSkills } from './skills';

const skills = educationSkills(loadCourse());
const LEARNER = { userId: 'demo-user-7' };

function skill(name: string): Skill {
  const found = skills.find(({ manifest }) => manifest.name === name);
  if (!found) throw new Error(`no skill ${name}`);
  return found;
}
const call = (name: string, args: object, context: TestCall = {}) =>
  invokeForTest(skill(name), args, { ...LEARNER, ...context });

describe('the education skills', () => {
  it('S1: are the five of the scenario, all of which only read', () => {
    expect(skills.map(({ manifest }) => manifest.name)).toEqual([
      ...['analyze_knowledge_gap', 'retrieve_questions', 'filter_difficulty', 'generate_explanation', 'output_result'],
    ]);
    expect(new Set(skills.map(({ manifest }) => `${manifest.effect} ${manifest.shadow}`))).toEqual(
      new Set(['read safe']),
    );
  });

  it('go from a topic that was not understood to questions on what it rests on, explained in the language of the learner', async () => {
    const zh = { locale: 'zh-CN' };
    const gap = await call('analyze_knowledge_gap', { query: '为什么我没看懂微积分基本定理？' }, zh);
    expect(gap).toMatchObject({
      target: 'fundamental_theorem',
      concept: 'limits',
      concept_name: '极限',
      has_gap: true,
    });
    expect(gap['gaps']).toMatchObject([
      ...['limits', 'derivative_definition', 'integral_definition', 'fundamental_theorem'].map((concept) => ({
        concept,
      })),
    ]);
    const { concept, ability } = gap;
    const { questions } = await call('retrieve_questions', { concept }, zh);
    expect(questions).toMatchObject([{ question_id: 'LI-2' }, { question_id: 'LI-3' }, { question_id: 'LI-4' }]);
    const fitting = await call('filter_difficulty', { questions, ability, at_least: 1 }, zh);
    const explained = await call('generate_explanation', { question_id: fitting['first'] }, zh);
    expect(explained['explanation']).toContain('“极限”建立在函数概念之上。');
    const { target_name, concept_name, mastery } = gap;
    const input = {
      target_name,
      concept_name,
      mastery,
      questions: fitting['questions'],
      explanation: explained['explanation'],
    };
    const { text } = await call('output_result', input, zh);
    expect(text).toMatch(/^要掌握“微积分基本定理”，建议先练习“极限”（目前掌握 \d+%）：\n1\. 求 x→/);
  });

  it('have a learner without a gap practise the topic itself', async () => {
    const expert = { userId: 'demo-expert' };
    const gap = await call('analyze_knowledge_gap', { query: 'limits' }, expert);
    expect(gap).toMatchObject({ concept: 'limits', has_gap: false, gaps: [] });
    expect(gap['ability']).toBeGreaterThan(1);
  });

  it('S3: fail by a declared code where the way of the scenario branches, and a wider tolerance helps', async () => {
    const { questions } = await call('retrieve_questions', { concept: 'limits' });
    const narrow = call('filter_difficulty', { questions, ability: -3 });
    await expect(narrow).rejects.toMatchObject({ code: 'insufficient_questions' });
    const wider = await call('filter_difficulty', { questions, ability: -3, tolerance: 0.9, at_least: 1 });
    expect(wider['count']).toBeGreaterThan(0);
    await expect(call('retrieve_questions', { concept: 'taylor_series' })).rejects.toMatchObject({
      code: 'no_questions_found',
    });
    await expect(call('generate_explanation', { question_id: 'CR-3' })).rejects.toMatchObject({
      code: 'generate_failed',
    });
  });

  it('S1: keep their contracts: examples and every declared error', async () => {
    const question = { question_id: 'LI-2', difficulty: 0.2, discrimination: 1.2, prompt: 'Find the limit.' };
    await assertSkill(skill('analyze_knowledge_gap'), [
      { arguments: { query: 'practise the chain rule' }, context: LEARNER, result: { target: 'chain_rule' } },
      { arguments: { query: 'knitting' }, context: LEARNER, error: 'unknown_topic' },
      { arguments: { query: 'limits' }, context: { userId: 'nobody' }, error: 'no_answers' },
    ]);
    await assertSkill(skill('retrieve_questions'), [
      { arguments: { concept: 'extrema' }, result: { count: 2 } },
      { arguments: { concept: 'knitting' }, error: 'unknown_concept' },
      { arguments: { concept: 'taylor_series' }, error: 'no_questions_found' },
    ]);
    await assertSkill(skill('filter_difficulty'), [
      { arguments: { questions: [question], ability: 0.5, at_least: 1 }, result: { count: 1, first: 'LI-2' } },
      { arguments: { questions: [question], ability: -4 }, error: 'insufficient_questions' },
    ]);
    await assertSkill(skill('generate_explanation'), [
      { arguments: { question_id: 'DR-2' }, result: { answer: '(1 + x)eˣ' } },
      { arguments: { question_id: 'X-1' }, error: 'unknown_question' },
      { arguments: { question_id: 'CR-3' }, error: 'generate_failed' },
    ]);
    const input = { target_name: 'limits', concept_name: 'limits', mastery: 0.4 };
    await assertSkill(skill('output_result'), [
      { arguments: { ...input, questions: [{ ...question, success: 0.6 }] }, result: { count: 1 } },
    ]);
  });

  it('rest on a course without circles, and without names that lead nowhere', () => {
    const concept = (id: string, requires: string[]) => ({ id, name: { zh: id, en: id }, requires, known_before: 0.3 });
    expect(() => courseOf([concept('a', ['b']), concept('b', ['a'])], [], [])).toThrow('circle');
    expect(() => courseOf([concept('a', ['c'])], [], [])).toThrow('nowhere: c');
    const answers = [{ user_id: 'u', answers: [{ item: 'X', correct: true }] }];
    expect(() => courseOf([concept('a', [])], [], answers)).toThrow('nowhere: X');
  });
});
