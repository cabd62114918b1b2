/** A step that broke, with what operators read of it in the run. */
export class StepFailure extends Error {}
