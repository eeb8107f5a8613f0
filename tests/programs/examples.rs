//! The small examples as a user runs them, on the data that they bring along.

use crate::needs;
use crate::programs::example;

fn lludp_sniff() {
    let addresses = "10.0.0.1:13000 → 10.0.0.2:54321";
    assert_eq!(
        example::run("lludp_sniff", &[]),
        format!(
            "\
#1 {addresses}: 1 reliable, acks [40, 41], ping 7
#2 {addresses}: 2 reliable, acks [40, 41], peers [\"Ann\", \"Bob\"]
#3 {addresses}: 3 reliable, acks [40, 41], Close(Close)
#4 {addresses}: error: expected the number of a message in the template, found Low 4660 at byte 6
"
        )
    );
}

fn litenet_log() {
    assert_eq!(
        example::run("litenet_log", &[]),
        "\
ServerSpawnObject(ServerSpawnObject { asset_id: \"a\", object_id: 2, connect_id: 0, \
position: Vector3 { x: -246.0, y: 488.0, z: -9433.38 }, rotation: EulerAngles { x: 162.45, y: 241.95, z: 255.95 } })
field of object 1: Ok(1.1)
list of object 1: insert Ok(Item { id: 7, count: 9 }) at 0
ServerDestroyObject(ServerDestroyObject { object_id: 1, reasons: RemovedFromSubscribing })
ServerTime(ServerTime { server_time: 1.0 })
Other(14, [192, 255, 238])
"
    );
}

needs::tests! {
    needs nothing: lludp_sniff, litenet_log;
}
