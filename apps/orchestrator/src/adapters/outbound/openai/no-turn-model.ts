import { PermanentError } from '@plinth/kernel';
import { TurnModel } from '../../../ports/turn-model';

/** Where no model is configured; asked only by a command of a replica that has one. */
export class NoTurnModel extends TurnModel {
  answer(): Promise<never> {
    return Promise.reject(
      new PermanentError('model_not_configured', 'PLINTH_MODEL_URL and PLINTH_MODEL_NAME are not set here'),
    );
  }
}
