import type { Phrases } from './phrase-list';

export const phrasesEn: Phrases = {
  fallback:
    'Sorry, I cannot answer that yet. Could you put it another way, or tell me what you would like to get done?',
  greeting: 'Hello, how can I help you?',
  thanks: 'You are welcome. Let me know if there is anything else.',
  flowDeclined: 'All right, I have stopped.',
  failed: 'Sorry, this could not be completed. Please try again later.',
  refused: 'Sorry, I cannot answer this that way. Please contact our staff.',
  ask: 'I have noted your {{label}} as {{value}}. Is that right?',
  set: 'Noted, your {{label}}: {{value}}.',
  replaced: 'All right, your {{label}} is now {{value}}.',
  undone: 'I have undone the last step; your {{label}} is {{value}} again.',
  undoneRemoved: 'I have undone the last step; your {{label}} is cleared.',
  confirmed: 'Thank you, your {{label}} is confirmed and saved: {{value}}.',
  notSaved: 'All right, I will not save your {{label}}.',
  nothingToUndo: 'There is nothing to undo.',
  answer: 'Your {{label}} is {{value}}.',
  unknown: 'I do not know your {{label}} yet.',
  notices: {
    memory_unavailable: 'Memory was not available; this reply does not rest on what you told us before',
    model_unavailable: 'The model was not available',
    reflection_skipped: 'This reply was not checked in depth',
    reply_blocked: 'The first reply did not pass its check and was replaced',
    outcome_unknown: 'The outcome of an operation is not known; please do not submit it again, we are looking into it',
    turn_failed: 'This request could not be completed',
    deadline_exceeded: 'This request took too long and was not completed',
    turn_cancelled: 'This request was cancelled',
  },
  greetings: ['hi', 'hello', 'hey', 'good morning', 'good afternoon', 'good evening', '你好'],
  courtesies: ['thanks', 'thank you', 'ok thanks', 'thx', 'cheers'],
};
