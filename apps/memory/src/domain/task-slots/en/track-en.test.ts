import { growsLinearly } from '@plinth/testing';
import type { TaskSchema, TaskSlot } from '../task-schema';
import { type DialogueMemory, trackSlots } from '../track-slots';

const slot = (service: string, label: string, description: string, more: Partial<TaskSlot> = {}): TaskSlot => ({
  name: `${service}.${label.replaceAll(' ', '_')}`,
  labels: [label],
  description,
  service,
  ...more,
});

/** Slots and services that no public set has. */
const SCHEMA: TaskSchema = {
  slots: [
    slot('Ferry', 'departure port', 'City where the ferry leaves from'),
    slot('Ferry', 'arrival port', 'City where the ferry arrives'),
    slot('Ferry', 'crossing date', 'Date of the crossing'),
    slot('Ferry', 'sailing time', 'Time when the ferry leaves'),
    slot('Ferry', 'vehicles', 'Number of vehicles to take aboard', { values: ['0', '1', '2'] }),
    slot('Ferry', 'cabin', 'Class of the cabin', { values: ['Inside', 'Outside', 'Suite'] }),
    slot('Ferry', 'pet on board', 'Whether a pet comes along', { values: ['True', 'False'] }),
    slot('Repair', 'engineer name', 'Name of the engineer'),
    slot('Repair', 'town', 'Town of the broken line'),
    slot('Repair', 'visit date', 'Date of the visit'),
    slot('Repair', 'visit time', 'Time of the visit'),
    slot('Taxi', 'drop off address', 'Destination of the taxi ride'),
    slot('Taxi', 'riders', 'Number of people that ride along'),
  ],
};

/** Plays a dialogue, user first; what the state holds at the end, without the services' names. */
function play(...said: string[]): Record<string, string> {
  const state = new Map<string, string>();
  let memory: DialogueMemory | undefined;
  for (let i = 0; i < said.length; i += 2) {
    const previousReply = said[i - 1];
    const turn = { text: said[i] ?? '', nowMs: 1_781_000_000_000, timeZone: 'Europe/Oslo' };
    const tracked = trackSlots(SCHEMA, state, {
      ...turn,
      ...(previousReply === undefined ? {} : { previousReply }),
      ...(memory === undefined ? {} : { memory }),
    });
    memory = tracked.memory;
    for (const { slot: name, value } of tracked.changes)
      if (value === null) state.delete(name);
      else state.set(name, value);
  }
  return Object.fromEntries([...state].map(([name, value]) => [name.split('.')[1] ?? name, value]));
}

describe('task slots of an English dialogue', () => {
  it('M4: takes what the user says by the kind of the slot and the words before it', () => {
    expect(play('I need a ferry from Harwich to Esbjerg on the 4th of June at half past 7 in the evening')).toEqual({
      departure_port: 'Harwich',
      arrival_port: 'Esbjerg',
      crossing_date: '4th of June',
      sailing_time: 'half past 7 in the evening',
    });
  });

  it('M4: gives a bare answer to the slot that the reply asked for', () => {
    expect(play('Book me a ferry please', 'How many vehicles will you take?', 'Two')).toEqual({ vehicles: '2' });
    expect(play('Send an engineer please', 'Which town are you in?', 'Tromso')).toEqual({ town: 'Tromso' });
    expect(play('Send an engineer please', 'What time suits you?', 'Around 6')).toEqual({ visit_time: '6' });
  });

  it('M4: takes an offered name when the user accepts it, and not before', () => {
    const offered = ['An engineer for Bodo, please', 'How about Ingrid Dahl, an engineer in Bodo?'];
    expect(play(...offered, 'What is her phone number?')).toEqual({ town: 'Bodo' });
    expect(play(...offered, 'Sounds good')).toEqual({ town: 'Bodo', engineer_name: 'Ingrid Dahl' });
    expect(play(...offered, 'Is there anyone else?', 'You could try Per Moen.', 'Okay, book a visit')).toEqual({
      town: 'Bodo',
      engineer_name: 'Per Moen',
    });
  });

  it('M4: a value that replaces another leaves nothing of the old one', () => {
    const booked = ['A ferry from Harwich to Esbjerg', 'From Harwich to Esbjerg, is that correct?'];
    expect(play(...booked, 'No, actually I am going to Hirtshals')).toEqual({
      departure_port: 'Harwich',
      arrival_port: 'Hirtshals',
    });
  });

  it('M4: keeps what waits for confirmation while something else is corrected', () => {
    expect(
      play(
        'Send an engineer to Bodo',
        'Please confirm: Ingrid Dahl comes to Bodo tomorrow at 9 am.',
        'No, I want it at 11 am',
        'Confirming the visit at 11 am.',
        "Yes, that's right",
      ),
    ).toEqual({ town: 'Bodo', engineer_name: 'Ingrid Dahl', visit_date: 'tomorrow', visit_time: '11 am' });
  });

  it('M4: a question about what is offered fills nothing', () => {
    expect(play('A ferry to Esbjerg', 'There is one at 8 am.', 'Is it a suite?')).toEqual({ arrival_port: 'Esbjerg' });
  });

  it('M4: what the user leaves open or answers with yes or no becomes a value', () => {
    expect(play('A ferry please', 'Which cabin would you like?', "I don't care, any cabin is fine")).toEqual({
      cabin: 'dontcare',
    });
    expect(play('A ferry please', 'Will a pet come on board?', 'Yes, it will')).toEqual({ pet_on_board: 'True' });
    expect(play("I need a ferry, there's no pet on board")).toEqual({ pet_on_board: 'False' });
    expect(play('A ferry please', 'Would you mind a pet on board?', "No, I don't mind")).toEqual({
      pet_on_board: 'True',
    });
  });

  it('M4: of a mind changed within a sentence the last word counts', () => {
    expect(play('I need a ferry on June 3rd, no wait, make that June 5th')).toEqual({ crossing_date: 'June 5th' });
    expect(play('A ferry, take 1 vehicle instead of 2 vehicles')).toEqual({ vehicles: '1' });
  });

  it('M4: carries a place over to another service when the user points at it', () => {
    expect(play('Send an engineer to Bodo', 'The office is at 12 Harbour Road.', 'Get me a cab there')).toEqual({
      town: 'Bodo',
      drop_off_address: '12 Harbour Road',
    });
    expect(play('Is there a taxi?')).toEqual({});
  });

  it('M4: a refused offer and one that was passed over fill nothing later', () => {
    const refused = play(
      'An engineer for Bodo',
      'How about Ingrid Dahl?',
      'No, not her',
      'Anything else?',
      'Yes, thanks, that is all',
    );
    expect(refused).toEqual({ town: 'Bodo' });
    const searched = play(
      'An engineer for Bodo',
      'How about Ingrid Dahl?',
      'Look in Narvik instead',
      'There is nobody in Narvik.',
      'Okay',
    );
    expect(searched).toEqual({ town: 'Narvik' });
  });

  it('M4: says why a slot has changed', () => {
    const turn = { nowMs: 0, timeZone: 'UTC' };
    const first = trackSlots(SCHEMA, new Map(), { ...turn, text: 'An engineer for Bodo please' });
    expect(first.changes).toEqual([{ slot: 'Repair.town', value: 'Bodo', because: 'said' }]);
    const held = new Map([['Repair.town', 'Bodo']]);
    const offer = { ...turn, previousReply: 'How about Ingrid Dahl in Bodo?', memory: first.memory };
    expect(trackSlots(SCHEMA, held, { ...offer, text: 'Sounds good to me' }).changes).toEqual([
      { slot: 'Repair.engineer_name', value: 'Ingrid Dahl', because: 'accepted' },
    ]);
    expect(trackSlots(SCHEMA, held, { ...offer, text: 'No, the town is Narvik' }).changes).toEqual([
      { slot: 'Repair.town', value: 'Narvik', because: 'corrected' },
    ]);
  });

  it('M4: what it remembers between turns is JSON', () => {
    const { memory } = trackSlots(SCHEMA, new Map(), {
      text: 'A ferry to Esbjerg please',
      previousReply: 'How about 8 am or a Suite?',
      nowMs: 0,
      timeZone: 'UTC',
    });
    expect(JSON.parse(JSON.stringify(memory))).toEqual(memory);
  });

  it('M4: a schema of one service without a name works as well', () => {
    const schema: TaskSchema = {
      slots: [
        { name: 'start_date', labels: ['start date'] },
        { name: 'end_date', labels: ['end date'] },
        { name: 'guests', labels: ['guests'], description: 'Number of guests' },
      ],
    };
    const { changes } = trackSlots(schema, new Map(), {
      text: 'For three people from May 2nd until May 6th',
      nowMs: 0,
      timeZone: 'UTC',
    });
    expect(Object.fromEntries(changes.map(({ slot: name, value }) => [name, value]))).toEqual({
      start_date: 'May 2nd',
      end_date: 'May 6th',
      guests: '3',
    });
  });

  it('M4: the same turn on the same state changes the same', () => {
    expect(play('A ferry to Esbjerg tomorrow')).toEqual(play('A ferry to Esbjerg tomorrow'));
  });

  it('M4: reads 32 kB of anything within a moment', () => {
    for (const unit of ['to the ', 'A', 'at 6 ', '1 ', 'for 2 A '])
      growsLinearly(unit, (n) => play('A ferry', unit.repeat(n / unit.length), unit.repeat(n / unit.length)), 8_000);
  });
});
