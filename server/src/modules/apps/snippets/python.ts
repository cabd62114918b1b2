import { lackOfKeys, literal, pathsOf, sampleFor, SECRET } from './snippet.ts'
import type { Answer, Setting } from './snippet.ts'

/** Python with Authlib. */
export function pythonSnippet(setting: Setting): Answer {
  const install = 'pip install authlib requests'
  return (
    lackOfKeys(setting.app) ??
    sampleFor(setting, {
      machine: () => ({
        title: 'Get a token for the machine itself',
        file: 'token_for_me.py',
        install,
        code: machine(setting),
      }),
      native: (redirect) => ({
        title: 'Sign in from the command line',
        file: 'sign_in.py',
        install,
        code: native(setting, redirect),
      }),
      web: (redirect) => ({
        title: 'Sign people in',
        file: 'server.py',
        install: `${install} flask`,
        code: web(setting, redirect),
      }),
    })
  )
}

const machine = ({ app, issuer }: Setting): string => `import os

from authlib.integrations.requests_client import OAuth2Session

session = OAuth2Session(${literal(app.clientId)}, os.environ["${SECRET}"]${app.scope === '' ? '' : `, scope=${literal(app.scope)}`})
token = session.fetch_token(${literal(`${issuer}/oauth/token`)}, grant_type="client_credentials")
print(token["access_token"])
`

const web = ({ app, issuer }: Setting, redirect: string): string => {
  const { begin, finish, signOut } = pathsOf(redirect)
  const [after] = app.postLogoutRedirectUris
  return `import os
import secrets
import time
from urllib.parse import urlencode

from authlib.integrations.flask_client import OAuth, OAuthError
from flask import Flask, redirect, render_template_string, session

app = Flask(__name__)
app.secret_key = os.environ["FLASK_SECRET_KEY"]  # a long random text of your own
REDIRECT_URI = ${literal(redirect)}

oauth = OAuth(app)
oauth.register(
    "mandate",
    client_id=${literal(app.clientId)},
    client_secret=os.environ["${SECRET}"],
    server_metadata_url=${literal(`${issuer}/.well-known/openid-configuration`)},
    client_kwargs={"scope": ${literal(app.scope)}, "code_challenge_method": "S256"},
)
# Who is signed in, by a name in the cookie of their browser. In memory for this example: use a store of your own.
signed_in = {}

PAGE = """<!doctype html><title>Signed in</title>
<p>Signed in as {{ who }}</p>
<form method="post" action=${literal(signOut)}><button>Sign out</button></form>"""


def access_token(mine):
    """The access token of a session, for calls to an API; renewed when it is about to end."""
    token = mine["token"]
    if token.get("refresh_token") and time.time() > token.get("expires_at", 0) - 30:
        refresh = {"grant_type": "refresh_token", "refresh_token": token["refresh_token"]}
        mine["token"] = {**token, **oauth.mandate.fetch_access_token(**refresh)}
    return mine["token"]["access_token"]


# Nothing but this address begins a sign-in: a browser asks for more than people do.
@app.get(${literal(begin)})
def home():
    mine = signed_in.get(session.get("id"))
    if mine is None:
        return oauth.mandate.authorize_redirect(REDIRECT_URI)
    access_token(mine)
    return render_template_string(PAGE, who=mine["who"].get("email") or mine["who"].get("sub") or "somebody")


@app.get(${literal(finish)})
def finish():
    try:
        token = oauth.mandate.authorize_access_token()
    except OAuthError:
        return "The sign-in failed. Begin again.", 400
    session.clear()
    session["id"] = secrets.token_urlsafe(32)
    signed_in[session["id"]] = {"token": token, "who": token.get("userinfo") or {}}
    return redirect(${literal(begin)}, 303)


@app.post(${literal(signOut)})
def sign_out():
    mine = signed_in.pop(session.pop("id", None), None)
    question = {"client_id": ${literal(app.clientId)}}
${after === undefined ? '' : `    question["post_logout_redirect_uri"] = ${literal(after)}\n`}    if mine and mine["token"].get("id_token"):
        question["id_token_hint"] = mine["token"]["id_token"]
    return redirect(${literal(`${issuer}/oauth/logout`)} + "?" + urlencode(question), 303)


if __name__ == "__main__":
    app.run(port=int(os.environ.get("PORT", ${new URL(redirect).port || '3000'})))
`
}

const native = ({ app, issuer }: Setting, redirect: string): string => `import secrets
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import urlsplit, urlunsplit

from authlib.integrations.requests_client import OAuth2Session

REGISTERED = urlsplit(${literal(redirect)})


class Answer(BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.answer = self.path
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"You can close this page.")

    def log_message(self, *_):
        pass


# Any free port will do: the server compares loopback addresses without it (RFC 8252 section 7.3).
server = HTTPServer((REGISTERED.hostname, 0), Answer)
place = f"{REGISTERED.hostname}:{server.server_port}"
redirect_uri = urlunsplit(REGISTERED._replace(netloc=place))
session = OAuth2Session(
    ${literal(app.clientId)},
    scope=${literal(app.scope)},
    redirect_uri=redirect_uri,
    code_challenge_method="S256",
    token_endpoint_auth_method="none",
)
verifier = secrets.token_urlsafe(48)
address, state = session.create_authorization_url(${literal(`${issuer}/oauth/authorize`)}, code_verifier=verifier)
print("Open in your browser:", address, flush=True)

server.handle_request()
token = session.fetch_token(
    ${literal(`${issuer}/oauth/token`)},
    authorization_response=f"http://{place}{server.answer}",
    state=state,
    code_verifier=verifier,
)
print("Signed in, with:", token["scope"])
`
