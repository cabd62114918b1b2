import type { Json } from '#/platform/openapi/components.ts'
import { clientOperations } from './operations.ts'
import { ASYNC, resourceClasses, SYNC } from './resources.ts'
import { PythonTypes } from './types.ts'

const NOTICE = '# Made from the OpenAPI document by `npm run generate`; changes here are lost.'

/** The generated files of the Python SDK, by where they stand in its package. */
export function pythonFiles(document: Json): Map<string, string> {
  const operations = clientOperations(document)
  const types = new PythonTypes(document)
  const sync = resourceClasses(operations, types, SYNC)
  // The same names again: every type is asked for by the first client already.
  const asynchronous = resourceClasses(operations, new PythonTypes(document), ASYNC)
  return new Map([
    ['types.py', `${[TYPES_HEAD, ...types.definitions()].join('\n\n\n')}\n`],
    ['admin/resources.py', `${head('Pages', 'Resource', 'AbstractContextManager')}\n\n\n${sync}\n`],
    [
      'admin/async_resources.py',
      `${head('AsyncPages', 'AsyncResource', 'AbstractAsyncContextManager')}\n\n\n${asynchronous}\n`,
    ],
  ])
}

const TYPES_HEAD = `"""The shapes of what is sent and received, by the names of the API."""

${NOTICE}

from __future__ import annotations

from typing import Any, Literal, TypedDict

from typing_extensions import NotRequired`

const head = (
  pages: string,
  resource: string,
  stream: string,
): string => `"""The operations of the API, noun by noun."""

${NOTICE}

from __future__ import annotations

from typing import TYPE_CHECKING, overload

from mandate.admin.transport import ${resource}, segment, segments

if TYPE_CHECKING:
    from contextlib import ${stream}
    from typing import Literal

    from httpx import QueryParams, Response
    from typing_extensions import Unpack

    from mandate import types as t
    from mandate.admin.transport import Files, Options, ${pages}`
