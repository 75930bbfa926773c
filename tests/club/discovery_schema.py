"""What Home Assistant takes as a device by MQTT discovery, as JSON Schema in words of our own.

Sources: the integration's pages (home-assistant.io: integrations/mqtt, "Device discovery payload", "Using availability topics"
and "Discovery topic"; sensor.mqtt; binary_sensor.mqtt) and its code (home-assistant/core, homeassistant/components:
mqtt/schemas.py as of 0f5c1b547043f5395608e09de3dcf4b7cfafef3d, mqtt/discovery.py, mqtt/sensor.py, mqtt/binary_sensor.py,
sensor/const.py, binary_sensor/__init__.py). It is stricter in two ways: the integration leaves out keys that it does not know,
and takes abbreviations (`dev`, `o`, `cmps`), and here both are mistakes.
"""

from typing import Any

from jsonschema import Draft202012Validator

TOPIC = r"^[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*/device/([A-Za-z0-9_-]+/)?[A-Za-z0-9_-]+/config$"
"""Where a device is announced: `<prefix>/device/[<node>/]<object>/config`."""

BINARY_CLASSES = (
    "battery battery_charging carbon_monoxide cold connectivity door garage_door gas heat light lock moisture motion moving "
    "occupancy opening plug power presence problem running safety smoke sound tamper update vibration window"
)

SENSOR_CLASSES = (
    "apparent_power aqi area atmospheric_pressure battery blood_glucose_concentration carbon_dioxide carbon_monoxide "
    "conductivity current data_rate data_size date distance duration energy energy_distance energy_storage enum frequency "
    "gas humidity illuminance irradiance moisture monetary nitrogen_dioxide nitrogen_monoxide nitrous_oxide ozone ph pm1 "
    "pm10 pm25 power power_factor precipitation precipitation_intensity pressure reactive_energy reactive_power "
    "signal_strength sound_pressure speed sulphur_dioxide temperature timestamp volatile_organic_compounds "
    "volatile_organic_compounds_parts voltage volume volume_flow_rate volume_storage water weight wind_direction wind_speed"
)

UNITLESS = ("date", "enum", "timestamp")
"""Classes of sensors whose value is no number: they have neither unit nor state class."""

TEXT = {"type": "string", "minLength": 1}
COUNT = {"type": "integer", "minimum": 0}
# A topic to subscribe to: a wildcard fills its level, `#` only the last one (MQTT 3.1.1, 4.7).
SUBSCRIBED = {"type": "string", "pattern": r"^([^\0+#/]*|\+)(/([^\0+#/]*|\+))*(/#)?$|^#$", "minLength": 1, "maxLength": 65535}
TEMPLATE = {"type": "string", "pattern": r"\{[{%].*[}%]\}"}
URL = {"type": "string", "pattern": "^(https?|homeassistant)://."}

_AVAILABILITY = {
    "availability": {
        "type": "array",
        "items": {
            "type": "object",
            "required": ["topic"],
            "additionalProperties": False,
            "properties": {
                "topic": SUBSCRIBED,
                "value_template": TEMPLATE,
                "payload_available": TEXT,
                "payload_not_available": TEXT,
            },
        },
    },
    "availability_mode": {"enum": ["all", "any", "latest"]},
    "availability_topic": SUBSCRIBED,
    "availability_template": TEMPLATE,
    "payload_available": TEXT,
    "payload_not_available": TEXT,
}
_ONE_AVAILABILITY = {"not": {"required": ["availability", "availability_topic"]}}

_READ_ONLY = {
    **_AVAILABILITY,
    "platform": {"enum": ["sensor", "binary_sensor"]},
    "unique_id": TEXT,
    "name": {"type": ["string", "null"]},
    "default_entity_id": TEXT,
    "object_id": TEXT,
    "state_topic": SUBSCRIBED,
    "value_template": TEMPLATE,
    "entity_category": {"const": "diagnostic"},  # "config" is refused for what people cannot set
    "entity_picture": URL,
    "enabled_by_default": {"type": "boolean"},
    "encoding": {"type": "string"},
    "expire_after": COUNT,
    "force_update": {"type": "boolean"},
    "icon": {"type": "string", "pattern": "^mdi:[a-z0-9]+(-[a-z0-9]+)*$"},
    "json_attributes_topic": SUBSCRIBED,
    "json_attributes_template": TEMPLATE,
    "qos": {"enum": [0, 1, 2]},
}
_SENSOR = {
    "properties": {
        **_READ_ONLY,
        "device_class": {"enum": [*SENSOR_CLASSES.split(), None]},
        "last_reset_value_template": TEMPLATE,
        "options": {"type": "array", "items": TEXT, "minItems": 1, "uniqueItems": True},
        "state_class": {"enum": ["measurement", "measurement_angle", "total", "total_increasing"]},
        "suggested_display_precision": COUNT,
        "unit_of_measurement": {"type": ["string", "null"]},
    },
    "additionalProperties": False,
    "dependentSchemas": {
        "options": {"required": ["device_class"], "properties": {"device_class": {"const": "enum"}}},
        "last_reset_value_template": {"required": ["state_class"], "properties": {"state_class": {"const": "total"}}},
    },
    "if": {"required": ["device_class"], "properties": {"device_class": {"enum": list(UNITLESS)}}},
    "then": {"properties": {"state_class": False, "unit_of_measurement": False, "suggested_display_precision": False}},
    **_ONE_AVAILABILITY,
}
_BINARY = {
    "properties": {
        **_READ_ONLY,
        "device_class": {"enum": [*BINARY_CLASSES.split(), None]},
        "off_delay": COUNT,
        "payload_on": TEXT,
        "payload_off": TEXT,
    },
    "additionalProperties": False,
    **_ONE_AVAILABILITY,
}
DEVICE: dict[str, Any] = {
    "type": "object",
    "required": ["device", "origin", "components"],
    "additionalProperties": False,
    "properties": {
        **_AVAILABILITY,
        "device": {
            "type": "object",
            "anyOf": [
                {"required": ["identifiers"], "properties": {"identifiers": {"minItems": 1}}},
                {"required": ["connections"], "properties": {"connections": {"minItems": 1}}},
            ],
            "additionalProperties": False,
            "properties": {
                **dict.fromkeys(("name", "manufacturer", "model", "model_id", "sw_version", "hw_version"), TEXT),
                **dict.fromkeys(("serial_number", "suggested_area", "via_device"), TEXT),
                "identifiers": {"type": "array", "items": TEXT},
                "connections": {"type": "array", "items": {"type": "array", "items": TEXT, "minItems": 2, "maxItems": 2}},
                "configuration_url": URL,
            },
        },
        "origin": {
            "type": "object",
            "required": ["name"],
            "additionalProperties": False,
            "properties": {"name": TEXT, "sw_version": TEXT, "support_url": URL},
        },
        "components": {
            "type": "object",
            "minProperties": 1,
            "propertyNames": {"pattern": "^[A-Za-z0-9_-]+$"},
            "additionalProperties": {
                "type": "object",
                "required": ["platform", "unique_id", "state_topic"],
                "if": {"properties": {"platform": {"const": "sensor"}}},
                "then": _SENSOR,
                "else": _BINARY,
            },
        },
        "state_topic": SUBSCRIBED,
        "command_topic": {"type": "string", "pattern": r"^[^\0+#]+$"},
        "qos": {"enum": [0, 1, 2]},
        "encoding": {"type": "string"},
    },
    **_ONE_AVAILABILITY,
}
DISCOVERY = Draft202012Validator(DEVICE)
