/** Id of an error that asks the user to confirm the request by repeating it. Its variable `_question` has the question. */
export const CONFIRM_ID = 2;
