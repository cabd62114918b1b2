import { errorCodes } from '#/platform/errors/app-error.ts'

/** The codes of this module. */
export const savedViewErrors = errorCodes({
  saved_view_not_found: {
    error: 'not_found',
    message: 'There is no such view.',
    help: 'You see your own views and those that are shared: GET /api/v1/admin/saved-views.',
  },
  saved_view_exists: {
    error: 'conflict',
    message: 'You have a view of this name for that list.',
    help: 'Choose another name, or delete the view first.',
    pointer: '/name',
  },
  saved_view_of_another: {
    error: 'forbidden',
    message: 'The view belongs to somebody else.',
    help: 'Whoever made it can delete it, and so can an owner.',
  },
  too_many_saved_views: {
    error: 'conflict',
    message: 'You have 100 saved views, which is the most.',
    help: 'Delete one that you no longer need.',
  },
})
