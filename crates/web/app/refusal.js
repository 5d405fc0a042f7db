// A question that got no answer.

/** @typedef {{message: string, field?: string, line?: number, column?: number, broken?: boolean}} Problem */

/** A question that got no answer, with the reason. */
export class Refusal extends Error {
  /** @param {Problem} problem */
  constructor(problem) {
    super(problem.message);
    this.problem = problem;
  }
}
