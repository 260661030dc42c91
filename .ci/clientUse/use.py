"""Imports every module of the generated client, reads a page and changes a webhook."""

import importlib
import os
import pkgutil

import anime_client
from anime_client import AuthenticatedClient
from anime_client.api.catalogue import list_anime
from anime_client.api.webhooks import update_webhook
from anime_client.models import WebhookSubscriptionChange

modules = [module.name for module in pkgutil.walk_packages(anime_client.__path__, "anime_client.")]
for name in modules:
    importlib.import_module(name)

client = AuthenticatedClient(base_url=os.environ["CATALOG_URL"], token=os.environ["TOKEN"])
page = list_anime.sync(client=client)
assert page is not None and page.items[0].title == "A title", page
change = WebhookSubscriptionChange(name="changed by Python")
where = {"application_id": os.environ["APPLICATION"], "id": os.environ["WEBHOOK"], "if_match": "*"}
webhook = update_webhook.sync(client=client, body=change, **where)
assert webhook is not None and webhook.name == "changed by Python", webhook
print(len(modules), "modules; a page was read, a webhook changed")
