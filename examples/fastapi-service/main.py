"""An API in Python that takes access tokens: it looks at each by itself, with keys that it fetches once."""

import os
from typing import Annotated

from fastapi import Depends, FastAPI

from mandate.verify import AccessToken, AsyncVerifier
from mandate.verify.fastapi import Protected, metadata_route

ISSUER = os.environ.get("ISSUER", "http://localhost:8080")
API_URL = os.environ.get("API_URL", "http://localhost:3006")

verifier = AsyncVerifier(ISSUER, API_URL, scopes=["notes:read", "notes:write"])
notes = ["Water the plants"]

app = FastAPI()
# Where clients learn who issues tokens for this API (RFC 9728).
app.include_router(metadata_route(verifier))

# What an operation needs. Whoever has less is refused with the challenge that says so.
Reader = Annotated[AccessToken, Depends(Protected(verifier, "notes:read"))]
Writer = Annotated[AccessToken, Depends(Protected(verifier, "notes:write"))]


@app.get("/notes")
async def read(token: Reader) -> dict[str, object]:
    return {"for": token.subject, "notes": notes}


@app.post("/notes")
async def write(token: Writer, text: str) -> dict[str, object]:
    notes.append(text)
    return {"for": token.subject, "notes": notes}
